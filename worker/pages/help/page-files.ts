// What a handbook's page carries with it: it fetches nothing but its pictures.

export const style = `:root{--page:#fff;--ink:#131a22;--soft:#4b5664;--line:#dce1e7;--link:#0b5cad}
@media (prefers-color-scheme:dark){:root{--page:#0d1116;--ink:#f1f4f7;--soft:#adb7c3;--line:#2c343e;--link:#7db8f5}}
body{margin:0;background:var(--page);color:var(--ink);font:1rem/1.55 -apple-system,BlinkMacSystemFont,"Segoe UI",Roboto,Arial,sans-serif}
header,main{max-width:42rem;margin:0 auto;padding:0 16px}
header{display:flex;justify-content:flex-end;padding-top:12px}
main{padding-bottom:48px;overflow-wrap:break-word}
h1{font-size:1.5rem;line-height:1.25;margin:8px 0}
h2{font-size:1.25rem;margin:40px 0 0;padding-bottom:4px;border-bottom:2px solid var(--line)}
h3{font-size:1.0625rem;margin:28px 0 4px;scroll-margin-top:12px}
p,ul,ol{margin:8px 0}ul,ol{padding-left:24px}li{margin:4px 0}
a{color:var(--link)}header a,nav a{display:inline-block;padding:6px 0}nav ul{padding-left:20px}nav li{margin:0}
code{font-size:.9em;padding:1px 4px;border:1px solid var(--line);border-radius:4px}
label{display:block;font-weight:600}
input{box-sizing:border-box;width:100%;min-height:44px;padding:8px 12px;font:inherit;color:inherit;background:var(--page);border:1px solid var(--soft);border-radius:8px}
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
