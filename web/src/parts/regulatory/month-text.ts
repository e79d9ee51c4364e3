/** Display text of a month, `2026-11`. */
import { startOfBogotaDay } from '@tunjo/contract/bogota-day'
import { byLanguage } from '../../i18n/language.ts'

const formats = byLanguage((tag) => new Intl.DateTimeFormat(tag, { timeZone: 'America/Bogota', month: 'long', year: 'numeric' }))

export const monthText = (month: string): string => formats().format(startOfBogotaDay(`${month}-01`))
