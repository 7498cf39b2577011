// The drawing takes the place of the plain table, unless something fails.
document.documentElement.classList.add("drawn");
addEventListener("error", () => document.documentElement.classList.remove("drawn"));
