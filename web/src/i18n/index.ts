/**
 * Phrases by screen: `es/<namespace>.json`. The frame's phrases come with the first script, a screen's phrases with its code. The
 * server publishes the same files as GET /i18n/{locale}.json (SHELL-13).
 */
import i18next from 'i18next'
import { initReactI18next } from 'react-i18next'
import shell from './es/shell.json'
import ui from './es/ui.json'

export type Namespace = keyof Phrases

const DEFAULT_LANGUAGE = 'es'
const files = import.meta.glob<{ default: object }>(['./*/*.json', '!./es/shell.json', '!./es/ui.json'])

export const phrases = i18next.createInstance()

export function startPhrases(): Promise<unknown> {
  return phrases.use(initReactI18next).init({
    lng: DEFAULT_LANGUAGE,
    fallbackLng: DEFAULT_LANGUAGE,
    resources: { es: { shell, ui } },
    ns: ['shell', 'ui'],
    defaultNS: 'ui',
    partialBundledLanguages: true,
    interpolation: { escapeValue: false },
    react: { useSuspense: false },
  })
}

/** Brings the phrases of a screen before it is drawn. Loading twice costs nothing: the module system keeps the file. */
export async function loadPhrases(namespaces: readonly Namespace[]): Promise<void> {
  await Promise.all(namespaces.map(loadNamespace))
}

async function loadNamespace(namespace: Namespace): Promise<void> {
  if (phrases.hasResourceBundle(phrases.language, namespace)) return
  const file = await files[`./${phrases.language}/${namespace}.json`]?.()
  if (file) phrases.addResourceBundle(phrases.language, namespace, file.default)
}
