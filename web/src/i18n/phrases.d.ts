/** Makes every phrase key a type: a missing Spanish text does not compile. */
import type access from './es/access.json'
import type landing from './es/landing.json'
import type shell from './es/shell.json'
import type ui from './es/ui.json'

declare global {
  interface Phrases {
    shell: typeof shell
    ui: typeof ui
    landing: typeof landing
    access: typeof access
  }
}

declare module 'i18next' {
  interface CustomTypeOptions {
    defaultNS: 'ui'
    resources: Phrases
  }
}
