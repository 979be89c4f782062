import { expect, test } from 'vitest';
import { isActiveTab, navigationItems } from './navigation-items.ts';

const activeOn = (pathname: string) =>
  navigationItems({ isFeatureEnabled: () => true })
    .filter(({ href }) => isActiveTab(href, pathname))
    .map(({ label }) => label);

test.each([
  ['/', ['Home']],
  ['/scanner', ['Scanner']],
  ['/reports', ['Reports']],
  ['/settings', ['Settings']],
  ['/settings/anything', ['Settings']],
  ['/results', []],
  ['/scan-result/4F7K', []],
])('on %s the active tab is %j', (pathname, expected) => {
  expect(activeOn(pathname)).toEqual(expected);
});
