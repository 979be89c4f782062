#!/usr/bin/env node
// pnpm new:package NAME "One sentence": creates a package with the anatomy that docs/architecture.md describes.
import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { parseArgs } from 'node:util';
import { root } from './workspace.mjs';

// Another workspace is for the test.
const { values, positionals } = parseArgs({
  options: { into: { type: 'string', default: root } },
  allowPositionals: true,
});
const [name, description] = positionals;
if (!name || !/^[a-z][a-z0-9]*(-[a-z0-9]+)*$/.test(name) || !description) {
  console.error('Usage: pnpm new:package NAME "One sentence that says what it is"   (NAME in kebab-case)');
  process.exit(1);
}

const folder = join(values.into, 'packages', name);
if (existsSync(folder)) {
  console.error(`packages/${name} exists already.`);
  process.exit(1);
}

const camel = name.replace(/-(.)/g, (_, letter) => letter.toUpperCase());
const pascal = camel[0].toUpperCase() + camel.slice(1);

const entry = (path) => ({
  '@scantix/source': `./src/${path}.ts`,
  types: `./dist/${path}.d.ts`,
  default: `./dist/${path}.js`,
});
const published = (path) => ({ types: `./dist/${path}.d.ts`, default: `./dist/${path}.js` });
const exportsOf = (of) => ({
  '.': of('index'),
  './react': of('react/index'),
  './testing': of('testing/index'),
  './package.json': './package.json',
});

const example = `import { create${pascal} } from '@scantix/${name}';\n\nconsole.log(create${pascal}().name); // '${name}'\n`;

const json = (value) => `${JSON.stringify(value, null, 2)}\n`;

const files = {
  'package.json': json({
    name: `@scantix/${name}`,
    version: '0.0.0',
    description,
    license: 'UNLICENSED',
    type: 'module',
    engines: { node: '>=22' },
    browserslist: ['chrome >= 119', 'edge >= 119', 'firefox >= 124', 'safari >= 17.4', 'ios_saf >= 17.4'],
    sideEffects: false,
    files: ['dist', 'README.md', 'CHANGELOG.md'],
    exports: exportsOf(entry),
    publishConfig: { access: 'restricted', exports: exportsOf(published) },
    scripts: {
      build: 'tsup --config ../../tsup.config.ts && tsc -p tsconfig.build.json',
      types: 'tsc -p tsconfig.json',
      test: 'vitest run --config ../../vitest.config.ts',
    },
    peerDependencies: { jotai: '^3', react: '^19' },
    peerDependenciesMeta: { jotai: { optional: true }, react: { optional: true } },
    devDependencies: {
      '@types/react': 'catalog:',
      jotai: 'catalog:',
      react: 'catalog:',
      typescript: 'catalog:',
      vitest: 'catalog:',
    },
  }),
  'tsconfig.json': json({ extends: '../../tsconfig.base.json', include: ['src', 'bench', 'example.ts'] }),
  'tsconfig.build.json': json({
    extends: './tsconfig.json',
    compilerOptions: { noEmit: false, emitDeclarationOnly: true, declaration: true, rootDir: 'src', outDir: 'dist' },
    include: ['src'],
    exclude: ['src/**/*.test.ts', 'src/**/*.test.tsx'],
  }),
  'example.ts': example,
  'src/example.test.ts': `import { expect, test, vi } from 'vitest';\n\ntest('the example of the README prints its name', async () => {\n  const log = vi.spyOn(console, 'log').mockImplementation(() => {});\n  await import('../example.ts');\n  expect(log.mock.calls).toEqual([['${name}']]);\n});\n`,
  'README.md': [
    `# @scantix/${name}\n\n${description}\n`,
    `## Example\n\n\`\`\`ts\n${example}\`\`\`\n`,
    ...['Options', 'Errors', 'Testing with it', 'Guarantees'].map((title) => `## ${title}\n\nNone yet.\n`),
  ].join('\n'),
  'src/index.ts': `export { create${pascal}, type ${pascal} } from './create-${name}.ts';\n`,
  [`src/create-${name}.ts`]: `/** ${description} */\nexport interface ${pascal} {\n  readonly name: '${name}';\n}\n\n/** Creates the ${name.replaceAll('-', ' ')}. Nothing is read or started before its first call. */\nexport function create${pascal}(): ${pascal} {\n  return { name: '${name}' };\n}\n`,
  [`src/create-${name}.test.ts`]: `import { expect, test } from 'vitest';\nimport { create${pascal} } from './index.ts';\n\ntest('it knows its name', () => {\n  expect(create${pascal}().name).toBe('${name}');\n});\n`,
  'src/react/index.ts': `export { create${pascal}Atoms } from './create-${name}-atoms.ts';\n`,
  [`src/react/create-${name}-atoms.ts`]: `import { atom } from 'jotai';\nimport type { ${pascal} } from '../index.ts';\n\n/** Makes the atoms of one ${name.replaceAll('-', ' ')}. */\nexport function create${pascal}Atoms(${camel}: ${pascal}) {\n  return { nameAtom: atom(() => ${camel}.name) };\n}\n`,
  'src/testing/index.ts': `export { create${pascal} as createFake${pascal} } from '../index.ts';\n`,
};

for (const [path, text] of Object.entries(files)) {
  const file = join(folder, path);
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, text);
}
console.log(
  `Created packages/${name}. Next: pnpm install; write the example, then the code; add its budgets to scripts/size-budgets.json; pnpm size --write; pnpm api-reports; .changeset/first-${name}.md.`,
);
