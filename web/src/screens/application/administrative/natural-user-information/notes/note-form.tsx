/** Form for a note or a correction, with optional PDFs. The typed text stays after a refusal. */
import { Button, Group, NativeSelect, Stack, Text, Textarea } from '@mantine/core'
import { type CaseNote, NOTE_CATEGORIES, NOTE_LENGTH, NoteCategory } from '@tunjo/contract/case-notes'
import { FILES_AT_ONCE } from '@tunjo/contract/compliance-files'
import { type FormEvent, useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { ChooseFiles } from '../../../../../parts/choose-files.tsx'
import { FormFailure } from '../../../../../parts/form-failure.tsx'
import { Card } from '../../../../../ui/card.tsx'
import { formatDate } from '../../../../../ui/date-time.tsx'
import { PDF } from '../../../../../ui/file-drop/file-check.ts'
import { toast } from '../../../../../ui/toast.ts'
import { useWriteNote } from './use-write-note.ts'

const KINDS = [PDF]

interface NoteFormProps {
  userId: string
  /** Null for a new note. */
  corrects: CaseNote | null
  onDone: () => void
}

export function NoteForm({ userId, corrects, onDone }: NoteFormProps) {
  const { t } = useTranslation('case-notes')
  const field = useRef<HTMLTextAreaElement>(null)
  const [text, setText] = useState(corrects?.text ?? '')
  const [category, setCategory] = useState<NoteCategory>(corrects?.category ?? 'verification')
  const [files, setFiles] = useState<readonly File[]>([])
  const writing = useWriteNote({ userId, corrects: corrects?.id ?? null }, () => {
    toast.success(t('saved'))
    setText('')
    setFiles([])
    onDone()
  })
  useEffect(() => {
    if (corrects) field.current?.focus()
  }, [corrects])
  function send(event: FormEvent): void {
    event.preventDefault()
    writing.mutate({ category, text, files })
  }
  const isShort = [...text.trim()].length < NOTE_LENGTH.minimum
  return (
    <Card title={t(corrects ? 'correctTitle' : 'writeTitle')}>
      <form onSubmit={send} noValidate>
        <Stack gap="sm">
          {corrects && <Text>{t('correctText', { author: corrects.author, at: formatDate(new Date(corrects.at)) })}</Text>}
          <NativeSelect
            label={t('category')}
            value={category}
            onChange={(event) => setCategory(NoteCategory.catch('other').parse(event.currentTarget.value))}
            data={NOTE_CATEGORIES.map((value) => ({ value, label: t(`categories.${value}`) }))}
            maw={320}
          />
          <Textarea
            ref={field}
            label={t('text')}
            description={t('hint')}
            value={text}
            onChange={(event) => setText(event.currentTarget.value)}
            maxLength={NOTE_LENGTH.maximum}
            autosize
            minRows={3}
            maxRows={12}
            required
          />
          <ChooseFiles phrases="case-notes" kinds={KINDS} files={files} maximum={FILES_AT_ONCE} onChange={setFiles} />
          <FormFailure failure={writing.error} />
          <Group gap="sm">
            <Button type="submit" disabled={isShort} loading={writing.isPending}>
              {t('save')}
            </Button>
            {corrects && (
              <Button variant="default" onClick={onDone}>
                {t('cancel')}
              </Button>
            )}
          </Group>
        </Stack>
      </form>
    </Card>
  )
}
