import { writeFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import type { View } from '../states/view-state.ts';
import { sheetName } from './sheet.ts';

const PAGE = fileURLToPath(new URL('../../../../docs/screens.md', import.meta.url));

/** The page that shows the sheets, in the order of the catalog. */
export async function writePage(catalog: readonly View[]): Promise<void> {
  const sections = catalog.map((view) => {
    const states = view.states.map((state) => {
      const words = `${view.title}, ${state.name}`;
      return `### ${words}\n\n${state.says}\n\n![${words}](screens/${sheetName(view, state)}.webp)\n`;
    });
    return `## ${view.title}\n\n${states.join('\n')}`;
  });
  await writeFile(PAGE, `${INTRODUCTION}\n${sections.join('\n')}`);
}

const INTRODUCTION = `# Screens

Every view in every state on a phone (390 x 844), a tablet (820 x 1180) and a desktop (1440 x 900), light and dark.
\`pnpm screens\` makes the pictures and this page from the built app, the real backend with its demo data and a camera
that plays a picture; \`pnpm screens Verdict\` makes those of one view. The states are those of
\`apps/scanner/e2e/states\`, which the end-to-end tests check in both themes.
`;
