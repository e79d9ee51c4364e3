/** Setup of the journeys: the template of their products, and the browser. */
import { unpackBrowser } from './browser.ts'
import { makeTemplate } from './product-template.ts'

export default async function setup(project: {
  provide(key: 'productTemplate' | 'productProgram', value: string): void
}): Promise<() => void> {
  const [{ template, remove }] = await Promise.all([makeTemplate(), unpackBrowser()])
  project.provide('productTemplate', template.data)
  project.provide('productProgram', template.program)
  return remove
}
