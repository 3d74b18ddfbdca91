"use strict";
// The description of the API as a page: each address with what it takes and gives, each body with its schema.

function make(tag, text = "", ...inside) {
  const found = document.createElement(tag);
  found.textContent = text;
  found.append(...inside);
  return found;
}

function shown(schema) {
  return make("pre", JSON.stringify(schema, null, 2));
}

function nameOf(schema) {
  return schema?.$ref ? schema.$ref.split("/").pop() : schema?.items ? `list of ${nameOf(schema.items)}` : schema?.type;
}

function linked(schema) {
  const name = nameOf(schema) || "–";
  const link = make("a", name);
  link.href = `#${name.split(" ").pop()}`;
  return link;
}

function drawnOperation(method, path, operation) {
  const box = make("details", "", make("summary", `${method.toUpperCase()} ${path} – ${operation.summary || ""}`));
  if (operation.description) box.append(make("p", operation.description));
  for (const each of operation.parameters || []) {
    box.append(make("p", `${each.in} ${each.name}: ${each.description || nameOf(each.schema) || ""}`));
  }
  const body = operation.requestBody?.content["application/json"];
  if (body) box.append(make("p", "takes ", linked(body.schema)));
  for (const [status, response] of Object.entries(operation.responses || {})) {
    const content = Object.values(response.content || {})[0];
    box.append(make("p", `${status} ${response.description}: `, linked(content?.schema)));
  }
  return box;
}

async function begin() {
  const description = await (await fetch("/api/openapi.json")).json();
  for (const [path, operations] of Object.entries(description.paths)) {
    for (const [method, operation] of Object.entries(operations)) {
      if (operation.responses) document.getElementById("paths").append(drawnOperation(method, path, operation));
    }
  }
  for (const [name, schema] of Object.entries(description.components.schemas)) {
    const box = make("details", "", make("summary", name), shown(schema));
    box.id = name;
    document.getElementById("bodies").append(box);
  }
  window.addEventListener("hashchange", () => (document.getElementById(location.hash.slice(1)) || {}).open = true);
}

begin();
