/**
 * Leaves out the sentences that describe each call in /openapi.json: the server writes them there, and no page shows them.
 */
import type { Plugin } from 'vite'

const CONTRACT = /[\\/]contract[\\/]src[\\/][\w-]+\.ts$/
const SUMMARY = /\bsummary:\s*(?:'(?:[^'\\\n]|\\.)*'|"(?:[^"\\\n]|\\.)*")/g

export function slimContract(): Plugin {
  return {
    name: 'tunjo-slim-contract',
    apply: 'build',
    // The places of what is left do not matter: there is no source map of the built application.
    transform: { filter: { id: CONTRACT }, handler: (code) => ({ code: code.replace(SUMMARY, "summary: ''"), map: null }) },
  }
}
