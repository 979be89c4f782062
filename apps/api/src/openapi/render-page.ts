import { html } from 'hono/html';
import type { ApiDescription } from './describe-api.ts';
import type { Content, Operation } from './describe-call.ts';
import { codesOf } from './describe-refusals.ts';
import type { JsonSchema } from './describe-schemas.ts';
import { fieldsBelow, formatType, type Markup } from './format-type.ts';

/** Renders the description as a page to read, without a script. What is long is folded; a link into it unfolds it. */
export function renderPage({ info, tags, paths, components }: ApiDescription): Markup {
  const sorted = Object.entries(paths).toSorted(([one], [other]) => one.localeCompare(other));
  const calls = sorted.flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({ path, method: method.toUpperCase(), operation })),
  );
  const chapters = tags.flatMap(({ name }) => {
    const own = calls.filter(({ operation }) => operation.tags.includes(name));
    return own.length > 0 ? [{ name, calls: own }] : [];
  });
  return html`<!doctype html>
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="color-scheme" content="light dark" />
        <title>${info.title}</title>
        <link rel="stylesheet" href="/docs/page.css" />
      </head>
      <body>
        <header>
          <h1>${info.title}</h1>
          <p class="muted">Version ${info.version}. <a href="/docs/openapi.json">openapi.json</a></p>
          ${info.description.split('\n\n').map((text) => html`<p>${formatText(text)}</p>`)}
          <nav aria-label="Chapters">
            ${chapters.map(({ name }) => html`<a href="#${idOf(name)}">${name}</a> `)}
            <a href="#schemas">Schemas</a>
          </nav>
        </header>
        <main>
          ${chapters.map(
            (chapter) => html`<section aria-labelledby="${idOf(chapter.name)}">
              <h2 id="${idOf(chapter.name)}">${chapter.name}</h2>
              ${chapter.calls.map(renderCall)}
            </section>`,
          )}
          <section aria-labelledby="schemas">
            <h2 id="schemas">Schemas</h2>
            ${Object.entries(components.schemas).map(
              ([name, schema]) => html`<details>
                <summary><b>${name}</b></summary>
                <div id="${name}">${renderSchema(schema)}</div>
              </details>`,
            )}
          </section>
        </main>
      </body>
    </html>`;
}

function renderCall({ path, method, operation }: { path: string; method: string; operation: Operation }): Markup {
  const { operationId, summary, description, parameters, requestBody, responses, servers } = operation;
  const { 200: done, ...refusals } = responses;
  return html`<details>
    <summary><code><b>${method}</b> ${path}</code> <span>${formatText(summary)}</span></summary>
    <div id="${operationId}">
    ${description === summary ? '' : html`<p>${formatText(description)}</p>`}
    <p class="muted">${operationId}. ${formatNeeds(operation)}${servers?.map((one) => ` ${one.description}`)}</p>
    ${
      parameters.length > 0
        ? html`<h3>Parameters</h3>
          <dl>${parameters.map((one) => renderParameter(one))}</dl>`
        : ''
    }
    ${
      requestBody
        ? html`<h3>Body</h3>
          <p class="muted">${requestBody.description}</p>
          ${renderContent(requestBody.content)}`
        : ''
    }
    <h3>Answer</h3>
    ${renderContent(done.content)}
    <dl>
      ${Object.entries(done.headers).map(
        ([name, header]) => html`<dt><code>${name}</code></dt><dd>${formatText(header.description)}</dd>`,
      )}
    </dl>
    <h3>Refusals</h3>
    <dl>
      ${Object.keys(refusals).map((status) => html`<dt><code>${status}</code></dt><dd>${codesOf(Number(status)).join(', ')}</dd>`)}
    </dl>
    </div>
  </details>`;
}

function renderParameter(parameter: Operation['parameters'][number]): Markup {
  const { name, required } = parameter;
  const text = 'description' in parameter ? formatText(parameter.description) : formatType(parameter.schema);
  return html`<dt><code>${name}</code> <i>${parameter.in}${required ? ', required' : ''}</i></dt><dd>${text}</dd>`;
}

function renderContent(content: Content): Markup {
  return html`${Object.entries(content).map(([type, { schema }]) => {
    const text = schema.description ? formatText(schema.description) : formatType(schema);
    return html`<p><code>${type}</code>: ${text}</p>`;
  })}`;
}

function renderSchema(schema: JsonSchema): Markup {
  const below = fieldsBelow(schema);
  if (!below) return html`<p>${formatType(schema)}</p>`;
  return html`${below === schema ? '' : html`<p>${formatType(schema)}</p>`}${renderFields(below)}`;
}

function renderFields({ properties = {}, required = [] }: JsonSchema): Markup {
  return html`<dl>
    ${Object.entries(properties).map(([name, field]) => {
      const below = fieldsBelow(field);
      return html`<dt><code>${name}</code> <i>${required.includes(name) ? '' : 'optional'}</i></dt>
        <dd>${formatType(field)}${below ? renderFields(below) : ''}</dd>`;
    })}
  </dl>`;
}

function formatNeeds({ security }: Operation): string {
  const rights = security.flatMap(({ session }: { session?: readonly string[] }) => session ?? []);
  if (rights.length > 0) return `Needs the right ${rights.join(' or ')}.`;
  return security.length > 0 ? 'Needs a session.' : 'Needs no session.';
}

/** What stands between backticks is code. */
function formatText(text: string): Markup {
  return html`${text.split('`').map((part, nth) => (nth % 2 === 1 ? html`<code>${part}</code>` : part))}`;
}

const idOf = (chapter: string) => `chapter-${chapter.toLowerCase()}`;
