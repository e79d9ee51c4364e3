/**
 * Template of a product's data: started once from the sources, as `npm start` does, so that each test file begins with a copy of its cluster,
 * chain and demo people instead of making them anew. The products of the tests are one bundled file: the same, and ready sooner.
 * `npm test` keeps the data for all its suites, in the folder that PRODUCT_TEMPLATE names.
 */
import { existsSync, renameSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { bundleOf, bundlePrograms } from '../server/src/testing/bundle-programs.ts'
import { memoryFolder, openRunFolder } from '../server/src/testing/temporary-folder.ts'
import { copyFolder } from './copied-product.ts'
import { startProduct } from './product.ts'

declare module 'vitest' {
  interface ProvidedContext {
    /** Data folder of a product that was ended gently. */
    productTemplate: string
    /** The product as one file. */
    productProgram: string
  }
}

export interface ProductTemplate {
  /** Data folder of a product that was ended gently. */
  readonly data: string
  /** The product as one file. */
  readonly program: string
}

const MAIN = fileURLToPath(new URL('../server/src/main.ts', import.meta.url))

/** Copies take ports of their own; two of them trying the same one first would fight for it. */
const USUAL_PORTS = ['sandbox.port', 'chain/port']

export async function makeTemplate(): Promise<{ template: ProductTemplate; remove: () => void }> {
  const removeRunFolder = await openRunFolder()
  const [data, programs] = await Promise.all([keptData(), bundlePrograms([MAIN])])
  const remove = () => {
    programs.remove()
    removeRunFolder()
  }
  return { template: { data, program: bundleOf(programs.folder, MAIN) ?? MAIN }, remove }
}

async function keptData(): Promise<string> {
  const kept = process.env.PRODUCT_TEMPLATE
  if (kept && existsSync(kept)) return kept
  const product = await startProduct({}, memoryFolder('e2e'))
  await product.stop()
  for (const file of USUAL_PORTS) rmSync(join(product.dataDir, file), { force: true })
  if (!kept) return product.dataDir
  // It has its name when it is whole.
  const unfinished = `${kept}-unfinished`
  copyFolder(product.dataDir, unfinished)
  renameSync(unfinished, kept)
  rmSync(product.dataDir, { recursive: true, force: true })
  return kept
}
