/** Documents of a folder: the evidence about a politically exposed person (ADM-16), or the case. */
import { Group, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import type { CaseFile, Folder } from '@tunjo/contract/compliance-files'
import type { TFunction } from 'i18next'
import { useTranslation } from 'react-i18next'
import { folderQuery } from '../../../../../api/compliance-files.ts'
import { errorText } from '../../../../../api/error-text.ts'
import { useAccount } from '../../../../../session.ts'
import { Card } from '../../../../../ui/card.tsx'
import { type Column, DataTable } from '../../../../../ui/data-table.tsx'
import { DateTime } from '../../../../../ui/date-time.tsx'
import { ErrorState } from '../../../../../ui/error-state.tsx'
import { RowsSkeleton } from '../../../../../ui/skeletons.tsx'
import { AddDocuments } from './add-documents.tsx'
import { DocumentLink } from './document-link.tsx'

interface FolderCardProps {
  userId: string
  folder: Exclude<Folder, 'nature'>
  /** PEP documents are requested once the person is a PEP. */
  isClosed?: boolean
}

export function FolderCard({ userId, folder, isClosed = false }: FolderCardProps) {
  const { t } = useTranslation('documents')
  const mayAdd = useAccount()?.permissions.includes('cases.write') ?? false
  const files = useQuery(folderQuery(userId, folder))
  const freshUrl = async (id: string) => (await files.refetch()).data?.find((file) => file.id === id)?.fileUrl ?? null
  return (
    <Card title={t(`folders.${folder}`)}>
      {files.isError && !files.data && <ErrorState message={errorText(files.error)} onRetry={() => void files.refetch()} />}
      {files.isPending && <RowsSkeleton rows={2} />}
      {files.data?.length === 0 && <Text c="dimmed">{t(isClosed ? 'notPep' : 'empty')}</Text>}
      {files.data && files.data.length > 0 && (
        <DataTable label={t(`folders.${folder}`)} columns={columnsOf(t, freshUrl)} rows={files.data} rowKey={({ id }) => id} />
      )}
      {mayAdd && (
        <Group mt="md">
          <AddDocuments userId={userId} folder={folder} label={t('addDocuments')} isDisabled={isClosed} />
        </Group>
      )}
    </Card>
  )
}

const columnsOf = (t: TFunction<'documents'>, freshUrl: (id: string) => Promise<string | null>): readonly Column<CaseFile>[] => [
  { key: 'name', header: t('name'), isLead: true, render: ({ id, name }) => <DocumentLink name={name} freshUrl={() => freshUrl(id)} /> },
  { key: 'addedAt', header: t('addedAt'), render: ({ addedAt }) => <DateTime value={new Date(addedAt)} /> },
  { key: 'addedBy', header: t('addedBy'), render: ({ addedBy }) => addedBy },
]
