/** The look of the local pages, in light and in dark. */
export const STYLE = `
:root {
  color-scheme: light dark;
  --ink: light-dark(#1b1b1f, #ececf1);
  --soft: light-dark(#5c5c66, #a5a5b1);
  --line: light-dark(#dcdce3, #3a3a44);
  --card: light-dark(#fff, #212128);
  --accent: light-dark(#0b5cad, #8ec5ff);
}
* { box-sizing: border-box; }
body {
  margin: 0;
  background: light-dark(#f5f5f8, #17171c);
  color: var(--ink);
  font: 16px/1.5 system-ui, sans-serif;
}
main { max-width: 36rem; margin: 0 auto; padding: 2rem 1rem; }
h1 { font-size: 1.4rem; margin: 0 0 .25rem; }
h2 { font-size: 1rem; margin: 0; }
p { margin: .25rem 0; overflow-wrap: anywhere; }
ul { list-style: none; margin: 1.25rem 0; padding: 0; }
li { background: var(--card); border: 1px solid var(--line); border-radius: .75rem; margin: 0 0 .75rem; }
li > a, li > article { display: block; padding: .9rem 1rem; border-radius: inherit; }
li > a { color: inherit; text-decoration: none; }
li > a:hover { border-color: var(--accent); background: light-dark(#eef4fb, #2a2f38); }
a { color: var(--accent); }
a:focus-visible { outline: 3px solid var(--accent); outline-offset: 2px; }
.soft { color: var(--soft); font-size: .9rem; }
.code { font: 600 1.75rem/1.3 ui-monospace, monospace; letter-spacing: .12em; }
.person { display: flex; gap: .9rem; align-items: center; }
.person img, .initial { width: 2.5rem; height: 2.5rem; border-radius: 50%; flex: none; }
.initial { display: grid; place-items: center; background: var(--line); font-weight: 600; }
`;
