/** Strip the summaries of calls from the bundle: the server publishes them in /openapi.json, and no page shows them. */
import type { Plugin } from 'vite'

const CONTRACT = /[\\/]contract[\\/]src[\\/][\w-]+\.ts$/
const SUMMARY = /\bsummary:\s*(?:'(?:[^'\\\n]|\\.)*'|"(?:[^"\\\n]|\\.)*")/g

export function slimContract(): Plugin {
  return {
    name: 'tunjo-slim-contract',
    apply: 'build',
    // Positions need not be preserved: the built application has no source map.
    transform: { filter: { id: CONTRACT }, handler: (code) => ({ code: code.replace(SUMMARY, "summary: ''"), map: null }) },
  }
}
