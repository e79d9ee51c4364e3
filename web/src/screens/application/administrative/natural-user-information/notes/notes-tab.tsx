/** 'Expediente' of a person: officers' append-only notes with attachments, and the documents of the case. */
import { Button, Group, Text } from '@mantine/core'
import { IconDownload } from '@tabler/icons-react'
import { useInfiniteQuery } from '@tanstack/react-query'
import type { CaseNote } from '@tunjo/contract/case-notes'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { notesQuery } from '../../../../../api/case-notes.ts'
import { errorText } from '../../../../../api/error-text.ts'
import { useAccount } from '../../../../../session.ts'
import { Card } from '../../../../../ui/card.tsx'
import { EmptyState } from '../../../../../ui/empty-state.tsx'
import { ErrorState } from '../../../../../ui/error-state.tsx'
import { RowsSkeleton } from '../../../../../ui/skeletons.tsx'
import { FolderCard } from '../documents/folder-card.tsx'
import { ArchiveModal } from './archive-modal.tsx'
import { CertificateModal } from './certificate-modal.tsx'
import { NoteForm } from './note-form.tsx'
import { NoteItem } from './note-item.tsx'
import classes from './notes.module.css'

export function NotesTab({ userId }: { userId: string }) {
  const { t } = useTranslation('case-notes')
  const account = useAccount()
  const permissions = account?.permissions ?? []
  const notes = useInfiniteQuery({ ...notesQuery(userId), enabled: permissions.includes('cases.read') })
  const [corrected, setCorrected] = useState<CaseNote | null>(null)
  if (!permissions.includes('cases.read')) return <EmptyState title={t('noPermission')} />
  const found = notes.data?.pages.flatMap(({ results }) => results) ?? []
  // An officer cannot write about themselves.
  const mayWrite = permissions.includes('cases.write') && account?.id !== userId
  const mayExport = permissions.includes('cases.export') && account?.id !== userId
  return (
    <>
      {mayExport && <Archive userId={userId} />}
      {mayWrite && <NoteForm key={corrected?.id ?? 'new'} userId={userId} corrects={corrected} onDone={() => setCorrected(null)} />}
      <Card title={t('title')}>
        {notes.isError && !notes.data && <ErrorState message={errorText(notes.error)} onRetry={() => void notes.refetch()} />}
        {notes.isPending && <RowsSkeleton rows={3} />}
        {notes.data && found.length === 0 && <EmptyState title={t('none')} text={t('noneText')} />}
        {found.length > 0 && (
          <ol className={classes.list} aria-label={t('title')}>
            {found.map((note) => (
              <NoteItem
                key={note.id}
                note={note}
                notes={found}
                freshUrl={async (id) => urlOf((await notes.refetch()).data?.pages.flatMap(({ results }) => results) ?? [], id)}
                onCorrect={mayWrite ? () => setCorrected(note) : null}
              />
            ))}
          </ol>
        )}
        {notes.hasNextPage && (
          <Button variant="default" mt="md" loading={notes.isFetchingNextPage} onClick={() => void notes.fetchNextPage()}>
            {t('more')}
          </Button>
        )}
      </Card>
      <FolderCard userId={userId} folder="case" />
    </>
  )
}

/** Documents to hand over: the case file, and the person's yearly certificate. */
function Archive({ userId }: { userId: string }) {
  const { t } = useTranslation('case-notes')
  const [isOpen, setOpen] = useState(false)
  const [isCertificate, setCertificate] = useState(false)
  return (
    <Group justify="space-between" gap="sm">
      <Text c="dimmed" size="sm" flex="1 1 280px">
        {t('archive.hint')}
      </Text>
      <Button variant="default" leftSection={<IconDownload size={18} aria-hidden />} onClick={() => setOpen(true)}>
        {t('archive.open')}
      </Button>
      <Button variant="default" leftSection={<IconDownload size={18} aria-hidden />} onClick={() => setCertificate(true)}>
        {t('certificate.open')}
      </Button>
      {isOpen && <ArchiveModal userId={userId} onClose={() => setOpen(false)} />}
      {isCertificate && <CertificateModal userId={userId} onClose={() => setCertificate(false)} />}
    </Group>
  )
}

/** Signed links expire after a minute, so they are fetched again. */
const urlOf = (notes: readonly CaseNote[], id: string) =>
  notes.flatMap(({ files }) => files).find((file) => file.id === id)?.fileUrl ?? null
