/**
 * Strip Zod's JSON Schema conversion and its English messages from the bundle. The server generates
 * /openapi.json and has its own messages; a page uses neither. Every schema class references its part, so that the bundler
 * cannot detect it as unused.
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
    // Positions need not be preserved: the built application has no source map.
    transform: { filter: { id: SCHEMAS }, handler: (code) => ({ code: slim(code), map: null }) },
  }
}

function slim(code: string): string {
  return UNUSED.reduce((text, [pattern, replacement]) => {
    if (text.search(pattern) === -1) throw new Error(`This version of Zod has no ${pattern}: mend web/build/slim-zod.ts`)
    return text.replace(pattern, replacement)
  }, code)
}
