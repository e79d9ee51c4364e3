/** Contact form with three fields. Validation errors are shown next to the field, server refusals above the button. */
import { Alert, Button, Textarea, TextInput } from '@mantine/core'
import { group } from '@tunjo/contract/amount-text'
import { CONTACT_LENGTH } from '@tunjo/contract/notifications'
import { type FormEvent, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { ContactMessage } from '../../../api/contact.ts'
import { errorText, hasCode } from '../../../api/error-text.ts'
import { type ContactField, checkContact } from './check-contact.ts'
import classes from './contact.module.css'

interface ContactFormProps {
  draft: ContactMessage
  onChange: (change: Partial<ContactMessage>) => void
  onSend: () => void
  isSending: boolean
  error: Error | null
}

const FIELDS = ['sender', 'subject', 'message'] as const

export function ContactForm({ draft, onChange, onSend, isSending, error }: ContactFormProps) {
  const { t } = useTranslation('contact')
  const [wasTried, setTried] = useState(false)
  const form = useRef<HTMLFormElement>(null)
  const mistakes = checkContact(draft)
  const refusedField = FIELDS.find((field) => hasCode(error, `notifications.contact_${field}_invalid`))

  function submit(event: FormEvent): void {
    event.preventDefault()
    const first = FIELDS.find((field) => mistakes[field])
    setTried(first !== undefined)
    if (first) focus(first)
    else if (!isSending) onSend()
  }

  const focus = (field: ContactField) => form.current?.querySelector<HTMLElement>(`[name=${field}]`)?.focus()

  function field(name: ContactField) {
    const mistake = wasTried ? mistakes[name] : undefined
    const maximum = group(String(CONTACT_LENGTH[name]))
    return {
      name,
      label: t(name),
      value: draft[name],
      required: true,
      withAsterisk: false,
      onChange: (event: { currentTarget: { value: string } }) => onChange({ [name]: event.currentTarget.value }),
      error: mistake ? t(mistake, { maximum }) : refusedField === name && errorText(error),
    }
  }

  return (
    <form ref={form} className={classes.form} onSubmit={submit} noValidate>
      <TextInput {...field('sender')} type="email" inputMode="email" autoComplete="email" description={t('senderHint')} />
      <TextInput {...field('subject')} />
      <Textarea {...field('message')} size="md" rows={7} />
      {error && !refusedField && (
        <Alert color="red" role="alert" title={t('failed')}>
          {errorText(error)} {t('kept')}
        </Alert>
      )}
      <div className={classes.send}>
        <Button type="submit" loading={isSending}>
          {error && !refusedField ? t('retry') : t('submit')}
        </Button>
        <p>{t('draft')}</p>
      </div>
    </form>
  )
}
