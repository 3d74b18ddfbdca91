// Pages that are not loaded with the first one.

export const loadTable = () => import("./TablePage.svelte");
