/** The elements allowed in the server's Markdown, so that a record cannot bring others into the page. */
const ALLOWED = new Set([
	"A",
	"B",
	"BLOCKQUOTE",
	"BR",
	"CODE",
	"DEL",
	"EM",
	"H1",
	"H2",
	"H3",
	"H4",
	"HR",
	"I",
	"LI",
	"OL",
	"P",
	"PRE",
	"SPAN",
	"STRONG",
	"TABLE",
	"TBODY",
	"TD",
	"TH",
	"THEAD",
	"TR",
	"UL",
]);

export function sanitized(html: string): string {
	const { body } = new DOMParser().parseFromString(html, "text/html");
	for (const one of [...body.querySelectorAll("*")].reverse()) {
		if (!ALLOWED.has(one.tagName)) {
			one.replaceWith(document.createTextNode(one.textContent ?? ""));
			continue;
		}
		for (const { name, value } of [...one.attributes]) {
			if (!(one.tagName === "A" && name === "href" && /^https?:/.test(value))) {
				one.removeAttribute(name);
			}
		}
		if (one.tagName === "A") {
			one.setAttribute("rel", "noopener noreferrer");
			one.setAttribute("target", "_blank");
		}
	}
	return body.innerHTML;
}
