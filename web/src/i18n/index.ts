/**
 * Phrases by screen: `<language>/<namespace>.json`. The frame's Spanish phrases are in the first script, a screen's phrases are loaded with
 * its code. The server publishes the same files as GET /i18n/{locale}.json (SHELL-13).
 */
import { withSingleFullStop } from '@tunjo/contract/single-full-stop'
import i18next from 'i18next'
import { initReactI18next } from 'react-i18next'
import shell from './es/shell.json'
import ui from './es/ui.json'
import { type Language, rememberLanguage, speak } from './language.ts'

export type Namespace = keyof Phrases

const DEFAULT_LANGUAGE = 'es'
type Files = Record<string, () => Promise<{ default: object }>>
const spanish: Files = import.meta.glob<{ default: object }>([
  './es/*.json', '!./es/shell.json', '!./es/ui.json', '!./es/due-diligence.json', '!./es/links.json', '!./es/nature-review.json', '!./es/renewals.json',
]) // biome-ignore format: one list
/** The list of names has a size of its own: only English readers load it. */
const filesOf = async (language: string): Promise<Files> =>
  language === DEFAULT_LANGUAGE ? spanish : (await import('./english.ts')).english
/** Namespaces that the screens of this page have requested. */
const wanted = new Set<Namespace>(['shell', 'ui'])

export const phrases = i18next.createInstance()

export async function startPhrases(language: Language = DEFAULT_LANGUAGE): Promise<void> {
  await phrases
    .use(initReactI18next)
    .use({ type: 'postProcessor', name: 'stop', process: withSingleFullStop })
    .init({
      postProcess: 'stop',
      lng: DEFAULT_LANGUAGE,
      fallbackLng: DEFAULT_LANGUAGE,
      resources: { es: { shell, ui } },
      ns: ['shell', 'ui'],
      defaultNS: 'ui',
      partialBundledLanguages: true,
      interpolation: { escapeValue: false },
      react: { useSuspense: false },
    })
  // A page in the default language is better than none.
  if (language !== DEFAULT_LANGUAGE) await change(language).catch(() => undefined)
}

/** Load the phrases of a screen before it is rendered. A second load is free: the module system keeps the file. */
export async function loadPhrases(namespaces: readonly Namespace[]): Promise<void> {
  for (const namespace of namespaces) wanted.add(namespace)
  await Promise.all(namespaces.map((namespace) => loadNamespace(namespace, phrases.language)))
}

/**
 * Change the language of the whole page immediately, and of later visits on this device. Fails, changing nothing, when the phrases cannot
 * be loaded.
 */
export async function chooseLanguage(language: Language): Promise<void> {
  await change(language)
  rememberLanguage(language)
}

async function change(language: Language): Promise<void> {
  await Promise.all([...wanted].map((namespace) => loadNamespace(namespace, language)))
  speak(language)
  await phrases.changeLanguage(language)
}

async function loadNamespace(namespace: Namespace, language: string): Promise<void> {
  if (phrases.hasResourceBundle(language, namespace)) return
  const files = await filesOf(language)
  const name = `./${language}/${namespace}.json`
  const file = await (files[name] ?? (await import('./late.ts')).late[name])?.()
  if (file) phrases.addResourceBundle(language, namespace, file.default)
}
