/** Shell blocks of docs/install.md, in the order of the page, each with the heading over it. */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'

export const INSTALL_PAGE = join(import.meta.dirname, '../../docs/install.md')

export interface PageBlock {
  readonly heading: string
  readonly script: string
}

export function pageBlocks(): PageBlock[] {
  const parts = readFileSync(INSTALL_PAGE, 'utf8').split(/^## /m).slice(1)
  return parts.flatMap((part) => {
    const [heading = ''] = part.split('\n')
    return [...part.matchAll(/^```sh\n([\s\S]*?)^```$/gm)].map(([, script = '']) => ({ heading, script }))
  })
}
