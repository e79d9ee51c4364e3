/**
 * Template of a product's data: made once, so that each test file begins with a copy of its cluster, chain and demo people instead of
 * creating them again. The products of the tests are one bundled file: loading the sources takes four times the processor time of all
 * that a product does until it is ready. `npm test` keeps the data for all its suites, in the folder that PRODUCT_TEMPLATE names.
 */
import { existsSync, renameSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { bundleOf, bundlePrograms } from '../dev/testing/bundle-programs.ts'
import { memoryFolder, openRunFolder } from '../dev/testing/temporary-folder.ts'
import { copyFolder } from './copied-product.ts'
import { startProduct } from './product.ts'

declare module 'vitest' {
  interface ProvidedContext {
    /** Data folder of a product that was stopped gracefully. */
    productTemplate: string
    /** Product as one bundled file. */
    productProgram: string
  }
}

export interface ProductTemplate {
  /** Data folder of a product that was stopped gracefully. */
  readonly data: string
  /** Product as one bundled file. */
  readonly program: string
}

const MAIN = fileURLToPath(new URL('../server/src/main.ts', import.meta.url))

/** Files with the usual ports. Copies choose other ports; two copies that try the same one first would compete for it. */
const USUAL_PORTS = ['sandbox.port', 'chain/port']

export async function makeTemplate(): Promise<{ template: ProductTemplate; remove: () => void }> {
  const removeRunFolder = await openRunFolder()
  const programs = await bundlePrograms([MAIN])
  const remove = () => {
    programs.remove()
    removeRunFolder()
  }
  const program = bundleOf(programs.folder, MAIN) ?? MAIN
  return { template: { data: await keptData(program), program }, remove }
}

async function keptData(program: string): Promise<string> {
  const kept = process.env.PRODUCT_TEMPLATE
  if (kept && existsSync(kept)) return kept
  const product = await startProduct({}, memoryFolder('e2e'), [program])
  await product.stop()
  for (const file of USUAL_PORTS) rmSync(join(product.dataDir, file), { force: true })
  if (!kept) return product.dataDir
  // It gets its final name when it is complete.
  const unfinished = `${kept}-unfinished`
  copyFolder(product.dataDir, unfinished)
  renameSync(unfinished, kept)
  rmSync(product.dataDir, { recursive: true, force: true })
  return kept
}
