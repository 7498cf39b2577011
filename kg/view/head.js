// The drawing takes the place of the plain table, unless something fails before it stands.
document.documentElement.classList.add("drawn");
addEventListener("error", () => {
  if (!performance.getEntriesByName("usable").length) document.documentElement.classList.remove("drawn");
});
