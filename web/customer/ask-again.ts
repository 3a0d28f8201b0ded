/**
 * The one script of the customer's page, while a payment is under way: it reads the page again and puts in what changed, where a page that
 * loads itself anew would send a screen reader back to its beginning. In the words of old browsers. Where it does not run, a
 * refresh in `noscript` does the same.
 * @param seconds between two questions
 */
export const askAgain = (seconds: number): string =>
  `(function(){var d=document;function again(){setTimeout(function(){var x=new XMLHttpRequest();x.onload=function(){` +
  `var n=new DOMParser().parseFromString(x.responseText,"text/html"),m=n.querySelector("main"),o=d.querySelector("main");` +
  `if(x.status!==200||!m){again();return}if(m.innerHTML!==o.innerHTML)o.innerHTML=m.innerHTML;` +
  `if(n.querySelector("[data-waiting]"))again()};x.onerror=again;x.open("GET",location.href);x.send()},${seconds * 1_000})}again()})()`;
