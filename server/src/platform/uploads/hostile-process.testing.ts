/** Process that inspects every file of a folder: reports the outcome of each, and the peak growth of its memory. */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { Refused } from '../http/refusal.ts'
import { createLog } from '../observability/log.ts'
import { type HostileFile, MARK } from './hostile-files.testing.ts'
import { createUploads } from './index.ts'

const folder = process.argv[2] ?? ''
const uploads = createUploads({ env: {}, log: createLog({ level: 'silent', pretty: false }) })
const files: HostileFile[] = JSON.parse(readFileSync(join(folder, 'list.json'), 'utf8'))
const found: Record<string, string> = {}
const before = process.memoryUsage.rss()
let largest = before
const watch = () => {
  largest = Math.max(largest, process.memoryUsage.rss())
}
const watching = setInterval(watch, 5)
for (const [index, { what, allowed, name }] of files.entries()) {
  found[what] = await outcome(readFileSync(join(folder, String(index))), allowed, name)
  watch()
}
clearInterval(watching)
process.stdout.write(`${JSON.stringify({ grownBytes: largest - before, found })}\n`)

async function outcome(given: Buffer, allowed: HostileFile['allowed'], name: string): Promise<string> {
  try {
    const { content } = await uploads.inspect(given, allowed, { name, account: name })
    return [MARK, 'PK\u0003\u0004', 'Exif'].some((trace) => content.includes(trace)) ? 'carried through' : 'cleaned'
  } catch (error) {
    return error instanceof Refused ? error.refusal.code : String(error)
  }
}
