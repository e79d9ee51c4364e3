/** Every screen: path, Spanish name (`shell:title.*`), who may see it, phrases, file. */
import type { ComponentType } from 'react'
import type { Namespace } from './i18n/index.ts'

export interface Screen {
  path: string
  title: keyof Phrases['shell']['title']
  /** `landing` for everybody; `visitor` sends a signed-in person home; `application` asks for a session. */
  frame: 'landing' | 'visitor' | 'application'
  phrases: readonly Namespace[]
  load: () => Promise<{ default: ComponentType }>
}

export const SCREENS: readonly Screen[] = [
  { path: '/', title: 'landing', frame: 'visitor', phrases: ['landing'], load: () => import('./screens/landing/landing-screen.tsx') },
]
