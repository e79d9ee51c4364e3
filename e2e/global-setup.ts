/**
 * Template of a product's data: started once, so that each journey begins with a copy of its cluster, chain and demo people instead of
 * making them anew.
 */
import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { startProduct } from './product.ts'

declare module 'vitest' {
  interface ProvidedContext {
    /** Data folder of a product that was ended gently. */
    productTemplate: string
  }
}

/** Copies take ports of their own; two of them trying the same one first would fight for it. */
const USUAL_PORTS = ['sandbox.port', 'chain/port']

export default async function setup(project: { provide(key: 'productTemplate', value: string): void }): Promise<() => void> {
  const product = await startProduct()
  await product.stop()
  for (const file of USUAL_PORTS) rmSync(join(product.dataDir, file), { force: true })
  project.provide('productTemplate', product.dataDir)
  return () => rmSync(product.dataDir, { recursive: true, force: true })
}
