// Steps through a record. `data.views` are the ways to see it: all of it, and what everybody may see. A view holds each part of all
// pictures once (`inner`), each place of one once (`placed`), and the numbers of these of each step (`parts`).
"use strict";
const data = JSON.parse(document.getElementById("data").textContent);
const byId = (id) => document.getElementById(id);
const picture = byId("picture");
const slider = byId("slider");
const last = data.views[0].steps.length - 1;

let view = data.views[0];
let here = -1;
let timer;

/** A part of a picture at its place. */
function drawn(part) {
	const [inner, place] = view.placed[part];
	return `<g${place}${view.inner[inner]}`;
}

function show(step) {
	step = Math.max(0, Math.min(last, step));
	if (step === here) {
		return;
	}
	here = step;
	const { width, height, title, parts, told = [] } = view.steps[step];
	picture.setAttribute("viewBox", `0 0 ${width} ${height}`);
	picture.setAttribute("aria-label", title);
	const ground = `<rect class="paper" width="${width}" height="${height}"/>`;
	picture.innerHTML = ground + parts.map(drawn).join("");
	slider.value = step;
	slider.setAttribute("aria-valuetext", title);
	byId("count").textContent = `${step + 1} / ${last + 1}`;
	byId("said").textContent = [title, ...told].join(". ");
	for (const id of ["first", "previous"]) {
		byId(id).disabled = step === 0;
	}
	for (const id of ["next", "last"]) {
		byId(id).disabled = step === last;
	}
	mark(step);
}

/** Marks what belongs to a step in the text and among the findings, and brings it into view. */
function mark(step) {
	for (const one of document.querySelectorAll(".here")) {
		one.classList.remove("here");
	}
	const found = document.querySelectorAll(`[data-step="${step}"]`);
	for (const one of found) {
		one.classList.add("here");
	}
	for (const box of [byId("text"), byId("story")]) {
		const first = box?.querySelector(".here");
		if (first) {
			const top = first.offsetTop - box.offsetTop;
			if (top < box.scrollTop + 20 || top + first.offsetHeight > box.scrollTop + box.clientHeight - 20) {
				box.scrollTop = top - box.clientHeight / 3;
			}
		}
	}
}

/** Tells the story of the view: a heading for each chapter, and the lines of each step. */
function tell() {
	const story = byId("story");
	story.textContent = "";
	let chapter = "";
	view.steps.forEach((step, number) => {
		if (step.chapter && step.chapter !== chapter) {
			chapter = step.chapter;
			add(story, "h2", chapter, number);
		}
		if (step.told?.length) {
			const list = add(story, "ul", "", number);
			for (const line of step.told) {
				add(list, "li", line);
			}
		}
	});
	story.hidden = !story.firstChild;
	document.querySelector("main").classList.toggle("alone", story.hidden && !shownRecord());
}

function shownRecord() {
	return byId("record") && !byId("record").hidden;
}

/** An element behind the last one of another; with a step, it leads there. */
function add(parent, kind, words, step) {
	const one = document.createElement(kind);
	one.textContent = words;
	if (step !== undefined) {
		one.dataset.step = step;
	}
	parent.append(one);
	return one;
}

/** Shows what everybody may see, or all of it. */
function see(everybodys) {
	view = data.views[everybodys ? 1 : 0];
	byId("switch").setAttribute("aria-pressed", everybodys);
	byId("record").hidden = everybodys;
	tell();
	const step = here;
	here = -1;
	show(step);
}

function play(on) {
	clearInterval(timer);
	timer = undefined;
	if (on) {
		if (here === last) {
			show(0);
		}
		timer = setInterval(() => (here < last ? show(here + 1) : play(false)), Number(byId("speed").value));
	}
	byId("play").textContent = timer ? "❚❚" : "▶";
	byId("play").setAttribute("aria-label", timer ? "Pause" : "Play");
}

const actions = {
	first: () => show(0),
	previous: () => show(here - 1),
	next: () => show(here + 1),
	last: () => show(last),
	play: () => play(!timer),
};
for (const [id, act] of Object.entries(actions)) {
	byId(id).addEventListener("click", () => {
		if (id !== "play") {
			play(false);
		}
		act();
	});
}
slider.max = last;
slider.addEventListener("input", () => {
	play(false);
	show(Number(slider.value));
});
byId("speed").addEventListener("change", () => timer && play(true));

const keys = { ArrowLeft: "previous", ArrowRight: "next", Home: "first", End: "last", " ": "play" };
document.addEventListener("keydown", (event) => {
	const action = keys[event.key];
	if (!action || event.ctrlKey || event.altKey || event.metaKey || event.target.closest("select,input")) {
		return;
	}
	if (event.key === " " && event.target.closest("button")) {
		return;
	}
	event.preventDefault();
	byId(action).click();
});

/** Steps that are no longer than this stay in one line. */
const WHOLE = 40;

/** The text in stretches: those of a step lead to it, those with findings are underlined. */
function write() {
	const text = byId("text");
	if (!text) {
		return;
	}
	// Spans count code points.
	const signs = [...data.text];
	const cuts = new Set([0, signs.length]);
	for (const [start, end] of [...data.spans, ...data.findings.map((one) => one.span)]) {
		cuts.add(start).add(end);
	}
	const starts = new Set(data.spans.map(([start]) => start));
	const borders = [...cuts].sort((one, other) => one - other);
	let step = 0;
	for (let at = 0; at + 1 < borders.length; at++) {
		const [start, end] = [borders[at], borders[at + 1]];
		while (step < last && data.spans[step + 1][0] <= start) {
			step++;
		}
		const stretch = document.createElement("span");
		stretch.textContent = signs.slice(start, end).join("");
		const [from, to] = data.spans[step];
		if (from <= start && end <= to) {
			stretch.dataset.step = step;
		}
		const wrong = data.findings.find((one) => one.span[0] <= start && end <= one.span[1]);
		if (wrong) {
			stretch.classList.add(wrong.severity);
			stretch.title = wrong.message;
		}
		text.append(stretch);
		// A line may break before a step, and not within one that fits into a line.
		if (stretch.dataset.step && to - from <= WHOLE && !signs.slice(from, to).includes("\n")) {
			stretch.classList.add("whole");
		}
		if (starts.has(end)) {
			text.append(document.createElement("wbr"));
		}
	}
	const list = byId("findings");
	for (const { severity, code, message, step: number } of data.findings) {
		const row = document.createElement("li");
		row.className = severity;
		row.dataset.step = number;
		row.textContent = `${message} `;
		const note = document.createElement("small");
		note.textContent = `${severity} ${code}`;
		row.append(note);
		list.append(row);
	}
}

document.querySelector("aside").addEventListener("click", (event) => {
	const chosen = event.target.closest("[data-step]");
	if (chosen) {
		play(false);
		show(Number(chosen.dataset.step));
	}
});
byId("switch")?.addEventListener("click", () => see(view === data.views[0]));
if (byId("switch")) {
	byId("switch").hidden = data.views.length < 2;
}
write();
tell();
if (byId("record")) {
	byId("record").open = byId("story").hidden;
}
const wanted = Number(location.hash.slice(1));
show(wanted > 0 ? wanted - 1 : 0);
