/** The style of the page. It has its own address, since the page's policy allows no inline style. */
export const PAGE_STYLE = `
:root {
  color-scheme: light dark;
  --text: light-dark(#1c2024, #edeef0); --muted: light-dark(#60646c, #b0b4ba); --line: light-dark(#d9d9e0, #363a3f);
  --ground: light-dark(#f9f9fb, #111113); --surface: light-dark(#ffffff, #18191b); --accent: light-dark(#3a5bc7, #9eb1ff);
}
* { box-sizing: border-box; margin: 0; }
html { scroll-padding-top: 96px; }
body {
  max-width: 960px; margin: 0 auto; padding: 32px 16px 64px; background: var(--ground); color: var(--text);
  font: 400 16px/24px system-ui, -apple-system, "Segoe UI", Roboto, sans-serif; overflow-wrap: anywhere;
}
a { color: var(--accent); }
:focus-visible { outline: 2px solid var(--accent); outline-offset: 2px; border-radius: 4px; }
header p { max-width: 68ch; margin-top: 8px; }
h1 { font-size: 28px; line-height: 36px; font-weight: 650; }
h2 { margin: 40px 0 12px; font-size: 20px; line-height: 28px; font-weight: 650; }
h3 { margin: 16px 0 4px; font-size: 14px; line-height: 20px; font-weight: 650; }
nav { display: flex; flex-wrap: wrap; gap: 0 16px; margin-top: 12px; }
nav a, summary { padding: 12px 0; }
.muted, i { color: var(--muted); font-style: normal; }
code { font: 500 14px/22px ui-monospace, "SF Mono", "Cascadia Mono", "Roboto Mono", monospace; }
code b { display: inline-block; min-width: 4ch; color: var(--accent); }
details { border: 1px solid var(--line); border-radius: 8px; background: var(--surface); padding: 0 16px; }
details + details { margin-top: 8px; }
details:has(:target) { border-color: var(--accent); }
details[open] { padding-bottom: 16px; }
summary { cursor: pointer; }
summary span { display: block; color: var(--muted); }
details p { margin-top: 4px; }
dl { display: grid; grid-template-columns: minmax(0, 220px) minmax(0, 1fr); gap: 0; }
dt { padding-right: 16px; }
dt, dd { padding-block: 6px; border-top: 1px solid var(--line); }
dt:first-of-type, dt:first-of-type + dd { border-top: 0; }
dd dl { margin-top: 6px; padding-left: 12px; border-left: 2px solid var(--line); }
@media (max-width: 599px) {
  dl { display: block; }
  dd { padding-top: 0; border-top: 0; }
}
@media print { details:not([open]) { break-inside: avoid; } }
`;
