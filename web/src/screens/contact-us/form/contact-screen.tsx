/** /contact-us: a message to the team, with a ticket number in return (PUB-02). */
import { Anchor } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { type SentTicket, sendContact } from '../../../api/contact.ts'
import { lazyComponent } from '../../../ui/lazy-component.tsx'
import { MarkedPhrase } from '../../../ui/marked-phrase.tsx'
import classes from './contact.module.css'
import { useContactDraft } from './contact-draft.ts'
import { ContactForm } from './contact-form.tsx'

// Lazy: dialogs weigh as much as the rest of the page, and this one is shown only after sending.
const SentModal = lazyComponent(async () => (await import('./sent-modal.tsx')).SentModal, { dialog: { close: ({ onClose }) => onClose() } })

export default function ContactScreen() {
  const { t } = useTranslation('contact')
  const [draft, change, clear] = useContactDraft()
  const [sent, setSent] = useState<SentTicket | null>(null)
  const sending = useMutation({
    mutationFn: () => sendContact({ ...draft, sender: draft.sender.trim() }),
    onSuccess: (sent) => {
      setSent(sent)
      clear()
    },
  })

  return (
    <div className={classes.page}>
      <div>
        <h1 className={classes.title}>{t('title')}</h1>
        <p className={classes.lead}>{t('lead')}</p>
      </div>
      <ContactForm draft={draft} onChange={change} onSend={() => sending.mutate()} isSending={sending.isPending} error={sending.error} />
      <div className={classes.notes}>
        <p>
          <strong>{t('neverTitle')}.</strong> {t('never')}
        </p>
        <p>
          <MarkedPhrase
            text={t('policyText')}
            mark={(part) => (
              <Anchor component={Link} to="/data-policy" inherit underline="always">
                {part}
              </Anchor>
            )}
          />
        </p>
      </div>
      {sent !== null && <SentModal sent={sent} onClose={() => setSent(null)} />}
    </div>
  )
}
