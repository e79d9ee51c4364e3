/**
 * Processing time of a phone's photo from its bytes to the reviewer's view, as a share of the three seconds allowed on two cores, and the
 * growth of the process meanwhile; and the cost of a document.
 *
 *   npx tsx bench/uploads.ts [rounds, default 5]
 */
import { createLog } from '../server/src/platform/observability/log.ts'
import { createUploads } from '../server/src/platform/uploads/index.ts'
import { phonePhoto, plainDocument } from '../server/src/platform/uploads/samples.testing.ts'
import { recordFigure } from './figures.ts'

const rounds = Number(process.argv[2] ?? 5)
const ALLOWED_MS = 3_000
const MEBIBYTE = 1_048_576

const uploads = createUploads({ env: {}, log: createLog({ level: 'error', pretty: false }) })
const files: [what: string, kind: 'image' | 'pdf', content: Buffer][] = [
  ['photo of 12 megapixels', 'image', await phonePhoto(4_000, 3_000, { quality: 98, chromaSubsampling: '4:4:4' })],
  ['photo of 39 megapixels', 'image', await phonePhoto(7_200, 5_400, { quality: 85 })],
  [
    'photo of 16 megapixels in passes',
    'image',
    await phonePhoto(4_600, 3_450, { quality: 92, progressive: true, chromaSubsampling: '4:4:4' }),
  ],
  ['document of 50 pages', 'pdf', await plainDocument(50)],
]
for (const [what, kind, content] of files) {
  const before = process.memoryUsage.rss()
  let largest = before
  const watching = setInterval(() => {
    largest = Math.max(largest, process.memoryUsage.rss())
  }, 5)
  const times: number[] = []
  for (let round = 0; round < rounds; round++) {
    const startedMs = performance.now()
    await uploads.inspect(content, [kind])
    times.push(performance.now() - startedMs)
  }
  clearInterval(watching)
  const slowestMs = Math.max(...times)
  recordFigure({ name: what, value: slowestMs, unit: 'ms', atMost: ALLOWED_MS })
  const share = `${Math.round((100 * slowestMs) / ALLOWED_MS)} % of what is allowed`
  const size = `${(content.length / MEBIBYTE).toFixed(1)} MB`
  process.stdout.write(
    `${what}, ${size}: ${Math.round(slowestMs)} ms at worst, ${share}; +${Math.round((largest - before) / MEBIBYTE)} MB\n`,
  )
}
