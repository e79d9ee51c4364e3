/**
 * Template of a product's data: started once from the sources, as `npm start` does, so that each test file begins with a copy of its cluster,
 * chain and demo people instead of making them anew. The products of the tests are one bundled file: the same, and ready sooner.
 */
import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { bundleOf, bundlePrograms } from '../server/src/testing/bundle-programs.ts'
import { memoryFolder, openRunFolder } from '../server/src/testing/temporary-folder.ts'
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
  const [product, programs] = await Promise.all([startProduct({}, memoryFolder('e2e')), bundlePrograms([MAIN])])
  await product.stop()
  for (const file of USUAL_PORTS) rmSync(join(product.dataDir, file), { force: true })
  const template = { data: product.dataDir, program: bundleOf(programs.folder, MAIN) ?? MAIN }
  const remove = () => {
    programs.remove()
    rmSync(product.dataDir, { recursive: true, force: true })
    removeRunFolder()
  }
  return { template, remove }
}
