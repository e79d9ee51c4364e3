import { rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import type { ProductParts } from '../../server/src/composition/product-parts.ts'
import { createLog } from '../../server/src/platform/observability/log.ts'
import { readPlatformSettings } from '../../server/src/platform/process/config.ts'
import { systemClock } from '../../server/src/platform/time/clock.ts'
import { memoryFolder } from '../testing/temporary-folder.ts'
import { startEmbeddedParts } from './start-embedded-parts.ts'

let dataDir: string
const started: ProductParts[] = []
beforeEach(() => {
  dataDir = memoryFolder('embedded')
})
afterEach(async () => {
  for (const parts of started.splice(0).reverse()) await parts.stop()
  rmSync(dataDir, { recursive: true, force: true })
})

async function start(): Promise<ProductParts> {
  const log = createLog({ level: 'silent', pretty: false })
  const parts = await startEmbeddedParts(readPlatformSettings({ DATA_DIR: dataDir }, []), {}, log, systemClock)
  started.push(parts)
  return parts
}

it('of processes that start concurrently one keeps the parts and the others attach to them', async () => {
  const [first, ...others] = await Promise.all([start(), start(), start()])
  for (const { database, env } of others) expect({ database, env }).toEqual({ database: first.database, env: first.env })
})

it('a restarted keeper has its previous addresses, in whatever state a power cut left its file', async () => {
  const before = await start()
  await before.stop()
  writeFileSync(join(dataDir, 'embedded.json'), '{"connection":')
  started.splice(0)
  const after = await start()
  expect(after.env).toEqual(before.env)
})
