// Installs what the workspace needs, for the scripts of package.json that start a tool of it.
import { install } from './workspace.mjs';

await install();
