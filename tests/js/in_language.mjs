// Modules in a language, as the build does it: whatever is asked for in it takes its words there.
import { existsSync } from "node:fs";
import { registerHooks } from "node:module";
import { fileURLToPath } from "node:url";

export const LANGUAGE = "de";

registerHooks({
  resolve(specifier, context, next) {
    const found = next(specifier, context);
    const isAsked = (url) => url?.endsWith(`?${LANGUAGE}`);
    if (!found.url.startsWith("file:") || !(isAsked(context.parentURL) || isAsked(found.url)))
      return found;
    const plain = found.url.split("?")[0];
    const other = plain.replace(/\.js$/, `.${LANGUAGE}.js`);
    const url = existsSync(fileURLToPath(other)) ? other : plain;
    return { ...found, url: `${url}?${LANGUAGE}` };
  },
});

export const inLanguage = (path, from) => import(`${new URL(path, from)}?${LANGUAGE}`);
