/** Remembers the chosen colour scheme; without a choice the system decides. The same key is read by public/boot.js. */
import { localStorageColorSchemeManager } from '@mantine/core'

export const colorSchemeManager = localStorageColorSchemeManager({ key: 'tunjo.color-scheme' })
