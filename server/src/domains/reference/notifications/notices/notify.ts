/** Write a notice with its event and its mail, in the caller's transaction. */
import type { NoticeFacts } from '@tunjo/contract/notice-text'
import { newId } from '../../../../platform/database/ids.ts'
import type { Platform } from '../../../../platform/module.ts'
import type { Notifications } from '../types.ts'
import { mailPreferenceOf } from './mail-preferences.ts'
import { checkLinks, pageOf, tidyValues } from './rules.ts'
import { insertNotice, preferencesOf } from './store.ts'

type NotifyContext = Pick<Platform, 'clock' | 'outbox' | 'settings'> & Pick<Notifications, 'sendMail'>

export function createNotify({ clock, outbox, settings, sendMail }: NotifyContext): Notifications['notify'] {
  return async (tx, request) => {
    checkLinks(request, settings.publicUrl)
    const { accountId } = request
    const url = request.url ?? pageOf(request.kind)
    // Kind and values were checked as a pair by the type of the request.
    const facts = { kind: request.kind, values: tidyValues(request.values) } as NoticeFacts
    const id = newId()
    const isNew = await insertNotice(tx, { id, accountId, ...facts, url, once: request.once ?? null, at: clock.now() })
    if (!isNew) return
    await outbox.emit(tx, 'notifications.notice_added', { accountId, noticeId: id })
    const to = request.mailTo ?? (await wantedAddress())
    if (to === null) return
    const moreUrl = url === null ? null : settings.publicUrl + url
    const values = { notice: facts, freezeUrl: request.freezeUrl ?? null, appealUrl: request.appealUrl ?? null, moreUrl }
    await sendMail(tx, { to, accountId, template: 'notifications.notice', values })

    async function wantedAddress(): Promise<string | null> {
      const preference = mailPreferenceOf(request.kind)
      if (request.optionalMailTo === undefined || preference === null) return null
      return (await preferencesOf(tx, accountId))[preference] ? request.optionalMailTo : null
    }
  }
}
