/** The style of the printable page. It has its own address, since the page's policy allows no inline style. */
export const TICKETS_STYLE = `
:root {
  color-scheme: light;
  --text: #1c2024; --muted: #60646c; --line: #d9d9e0; --ground: #f9f9fb; --surface: #ffffff; --accent: #3a5bc7;
  --accepted: #1fd8a4; --on-accepted: #06140c; --attention: #ffc53d; --on-attention: #21201c;
  --refused: #a1121c; --on-refused: #ffffff; --undecided: #4a3aa8; --on-undecided: #ffffff;
}
* { box-sizing: border-box; margin: 0; }
body {
  max-width: 1200px; margin: 0 auto; padding: 32px 24px 64px; background: var(--ground); color: var(--text);
  font: 400 16px/24px system-ui, -apple-system, "Segoe UI", Roboto, sans-serif;
}
header { max-width: 68ch; margin-bottom: 24px; border-left: 4px solid var(--accent); padding-left: 16px; }
h1 { font-size: 24px; line-height: 32px; font-weight: 650; }
header p { color: var(--muted); }
header b { color: var(--text); font-weight: 500; }
main { display: grid; grid-template-columns: repeat(auto-fill, minmax(280px, 1fr)); gap: 16px; }
.card {
  display: flex; flex-direction: column; overflow: hidden; padding-bottom: 16px; text-align: center;
  background: var(--surface); border: 1px solid var(--line); border-radius: 16px; break-inside: avoid;
}
.card h2 {
  display: flex; align-items: center; gap: 12px; padding: 12px 16px; text-align: left;
  font-size: 14px; line-height: 20px; font-weight: 400;
}
.card h2 b { display: block; font-size: 18px; line-height: 24px; font-weight: 650; }
.card h2 svg { flex: none; width: 32px; height: 32px; fill: none; stroke: currentColor; stroke-width: 2; stroke-linecap: round; stroke-linejoin: round; }
.accepted h2 { background: var(--accepted); color: var(--on-accepted); }
.attention h2 { background: var(--attention); color: var(--on-attention); }
.refused h2 { background: var(--refused); color: var(--on-refused); }
.undecided h2 { background: var(--undecided); color: var(--on-undecided); }
.symbol { display: grid; place-items: center; height: 208px; padding: 16px 8px 8px; }
.symbol svg { display: block; width: auto; height: 176px; max-width: 100%; }
.symbol.code_128 svg, .symbol.ean_13 svg, .symbol.pdf417 svg { width: 100%; height: auto; max-height: 176px; }
code {
  padding: 0 16px; overflow-wrap: anywhere;
  font: 500 15px/22px ui-monospace, "SF Mono", "Cascadia Mono", "Roboto Mono", monospace; font-variant-numeric: slashed-zero;
}
.card p { padding: 0 16px; font-size: 14px; line-height: 20px; }
.symbology, .hint { color: var(--muted); }
.symbology { margin-bottom: 8px; }
.hint { margin-top: auto; padding-top: 4px; }
@media print {
  @page { margin: 12mm; }
  body { max-width: none; padding: 0; background: none; }
  main { grid-template-columns: repeat(3, 1fr); gap: 5mm; }
  .card h2 { print-color-adjust: exact; -webkit-print-color-adjust: exact; }
  .symbol { height: 44mm; padding: 4mm 2mm 2mm; }
  .symbol svg { height: 36mm; }
}
`;
