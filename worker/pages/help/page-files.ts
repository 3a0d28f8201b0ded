// What a handbook's page, and that of the API, carries with it: it fetches nothing but its pictures.

/** The bar above it, as in the consoles. @param back where one came from @param rest other links */
export const headOf = (back: string, name: string, rest = ""): string =>
  `<header><div><a href="${back}">← ${name}</a>${rest}</div></header>`;

export const style = `:root{--page:#f3f5f7;--card:#fff;--ink:#131a22;--soft:#4b5664;--line:#dce1e7;--link:#0b6a55}
@media (prefers-color-scheme:dark){:root{--page:#0d1116;--card:#171c23;--ink:#f1f4f7;--soft:#adb7c3;--line:#2c343e;--link:#76c2ab}}
body{margin:0;background:var(--page);color:var(--ink);font:1rem/1.55 -apple-system,BlinkMacSystemFont,"Segoe UI",Roboto,"Helvetica Neue",Arial,sans-serif}
header{background:var(--card);border-bottom:1px solid var(--line)}
header div{display:flex;gap:16px;align-items:center;min-height:56px;max-width:42rem;margin:0 auto;padding:0 16px}
header a{color:inherit;font-weight:600;text-decoration:none;padding:10px 0}header a:first-child{flex:1}
main{box-sizing:border-box;max-width:44rem;margin:24px auto;padding:16px 24px 48px;background:var(--card);border:1px solid var(--line);border-radius:16px;overflow-wrap:break-word}
@media (max-width:46rem){main{margin:0;padding:16px 16px 48px;border:0;border-radius:0}}
h1{font-size:1.5rem;line-height:1.25;margin:8px 0}
h2{font-size:1.25rem;margin:40px 0 0;padding-bottom:4px;border-bottom:2px solid var(--line)}
h3{font-size:1.0625rem;margin:28px 0 4px;scroll-margin-top:12px}
p,ul,ol{margin:8px 0}ul,ol{padding-left:24px}li{margin:4px 0}
a{color:var(--link)}nav a{display:inline-block;padding:6px 0}nav ul{padding-left:20px}nav li{margin:0}
code{font-size:.9em;padding:1px 4px;border:1px solid var(--line);border-radius:4px}
label{display:block;font-weight:600}
input{box-sizing:border-box;width:100%;min-height:44px;padding:8px 12px;font:inherit;color:inherit;background:var(--card);border:1px solid var(--soft);border-radius:8px}
[role=status]{min-height:1.5em;color:var(--soft)}
img{display:block;width:100%;max-width:270px;height:auto;margin:12px 0;border:1px solid var(--line);border-radius:12px}
.books{list-style:none;padding:0}.books li{margin:16px 0}.books p{margin:0;color:var(--soft)}
[hidden]{display:none!important}
@media print{form,nav,header{display:none}}`;

/** Hides what has none of the words that were typed. */
export const filterScript = `(function(){var form=document.querySelector("form"),field=form.querySelector("input"),said=form.querySelector("[role=status]");
var sections=[].slice.call(document.querySelectorAll("section")),parts=[].slice.call(document.querySelectorAll(".part,nav"));
form.hidden=false;form.addEventListener("submit",function(e){e.preventDefault()});
field.addEventListener("input",function(){var words=field.value.toLowerCase().split(/\\s+/).filter(Boolean),count=0;
sections.forEach(function(section){var text=section.textContent.toLowerCase();
section.hidden=!words.every(function(word){return text.indexOf(word)>=0});if(!section.hidden)count++});
parts.forEach(function(part){part.hidden=words.length>0});
said.textContent=words.length===0?"":count===0?said.getAttribute("data-none"):count+" "+said.getAttribute("data-found")})})()`;
