/**
 * Template of a product's data: started once from the sources, as `npm start` does, so that each journey begins with a copy of its cluster,
 * chain and demo people instead of making them anew. The products of the journeys are one bundled file: the same, and ready sooner.
 */
import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { bundleOf, bundlePrograms } from '../server/src/testing/bundle-programs.ts'
import { memoryFolder, openRunFolder } from '../server/src/testing/temporary-folder.ts'
import { unpackBrowser } from './browser.ts'
import { startProduct } from './product.ts'

declare module 'vitest' {
  interface ProvidedContext {
    /** Data folder of a product that was ended gently. */
    productTemplate: string
    /** The product as one file. */
    productProgram: string
  }
}

const MAIN = fileURLToPath(new URL('../server/src/main.ts', import.meta.url))

/** Copies take ports of their own; two of them trying the same one first would fight for it. */
const USUAL_PORTS = ['sandbox.port', 'chain/port']

export default async function setup(project: {
  provide(key: 'productTemplate' | 'productProgram', value: string): void
}): Promise<() => void> {
  const removeRunFolder = await openRunFolder()
  const [product, programs] = await Promise.all([startProduct({}, memoryFolder('e2e')), bundlePrograms([MAIN]), unpackBrowser()])
  await product.stop()
  for (const file of USUAL_PORTS) rmSync(join(product.dataDir, file), { force: true })
  project.provide('productTemplate', product.dataDir)
  project.provide('productProgram', bundleOf(programs.folder, MAIN) ?? MAIN)
  return () => {
    programs.remove()
    rmSync(product.dataDir, { recursive: true, force: true })
    removeRunFolder()
  }
}
