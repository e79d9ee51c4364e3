/**
 * Leaves out what Zod brings for describing its schemas as JSON Schema, and its English sentences. The server describes them for
 * /openapi.json and answers in our own sentences; a page does neither. Every class of schema names its part of it, so that the bundler
 * cannot see that nobody asks.
 */
import type { Plugin } from 'vite'

const SCHEMAS = /[\\/]zod[\\/]v4[\\/]classic[\\/]schemas\.js$/
const UNUSED = [
  [/inst\._zod\.processJSONSchema = .+;/g, ''],
  [/createStandardJSONSchemaMethod\(this, "\w+"\)/g, 'undefined'],
  [/createToJSONSchemaMethod\(this, \{\}\)\(params\)/g, 'undefined'],
  [/core\.config\(en\(\)\)/g, 'core.config({})'],
] as const

export function slimZod(): Plugin {
  return {
    name: 'tunjo-slim-zod',
    apply: 'build',
    // The places of what is left do not matter: there is no source map of the built application.
    transform: { filter: { id: SCHEMAS }, handler: (code) => ({ code: slim(code), map: null }) },
  }
}

function slim(code: string): string {
  return UNUSED.reduce((text, [pattern, replacement]) => {
    if (text.search(pattern) === -1) throw new Error(`This version of Zod has no ${pattern}: mend web/build/slim-zod.ts`)
    return text.replace(pattern, replacement)
  }, code)
}
