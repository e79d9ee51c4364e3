/** Persistence of the colour scheme; without a choice the system decides. public/boot.js reads the same key. */
import { isMantineColorScheme, type MantineColorSchemeManager } from '@mantine/core'
import { readPreference, writePreference } from '../preference.ts'

const NAME = 'tunjo.color-scheme'

function createColorSchemeManager(): MantineColorSchemeManager {
  let otherTabs: BroadcastChannel | null = null
  return {
    get(byDefault) {
      const chosen = readPreference(NAME)
      return isMantineColorScheme(chosen) ? chosen : byDefault
    },
    set(scheme) {
      writePreference(NAME, scheme)
      otherTabs?.postMessage(scheme)
    },
    subscribe(onUpdate) {
      otherTabs = new BroadcastChannel(NAME)
      otherTabs.onmessage = ({ data }) => isMantineColorScheme(data) && onUpdate(data)
    },
    unsubscribe() {
      otherTabs?.close()
      otherTabs = null
    },
    clear: () => writePreference(NAME, 'auto'),
  }
}

export const colorSchemeManager = createColorSchemeManager()
