/** Setup of the HTTP suites: the template of their products, and one running product for all files that leave it unchanged. */
import { startCopyOf } from './copied-product.ts'
import { makeTemplate } from './product-template.ts'

declare module 'vitest' {
  interface ProvidedContext {
    /** Address of the product that files share. They change neither its clock nor the demo people's sessions and money. */
    sharedProduct: string
  }
}

export default async function setup(project: {
  provide(key: 'productTemplate' | 'productProgram' | 'sharedProduct', value: string): void
}): Promise<() => Promise<void>> {
  const { template, remove } = await makeTemplate()
  const shared = await startCopyOf(template)
  project.provide('productTemplate', template.data)
  project.provide('productProgram', template.program)
  project.provide('sharedProduct', shared.url)
  return async () => {
    await shared.end()
    remove()
  }
}
