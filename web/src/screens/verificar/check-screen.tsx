/** /verificar and /verificar/<code>: public check whether the product issued a receipt or a statement, and whether its file was changed. */
import { Alert, Button, Stack, TextInput } from '@mantine/core'
import { IconAlertTriangle, IconCircleCheck } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useNavigate, useParams } from '@tanstack/react-router'
import { type CheckedDocument, formatDocumentCode } from '@tunjo/contract/documents'
import { type FormEvent, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { documentQuery } from '../../api/documents.ts'
import { errorText } from '../../api/error-text.ts'
import { AccessPanel } from '../../parts/access-panel.tsx'
import { DateTime } from '../../ui/date-time.tsx'
import { Hash } from '../../ui/hash.tsx'
import { RowsSkeleton } from '../../ui/skeletons.tsx'
import { Summary } from '../../ui/summary.tsx'
import { FileCheck } from './file-check.tsx'

export default function CheckScreen() {
  const { t } = useTranslation('verify')
  const { code = '' }: { code?: string } = useParams({ strict: false })
  return (
    <AccessPanel title={t('title')} lead={t('lead')}>
      <CodeForm key={code} given={code} />
      {code !== '' && <Result key={`result ${code}`} code={code} />}
    </AccessPanel>
  )
}

function CodeForm({ given }: { given: string }) {
  const { t } = useTranslation('verify')
  const navigate = useNavigate()
  const [code, setCode] = useState(given)
  const wanted = code.replace(/[^0-9A-Za-z]/g, '').toUpperCase()
  function submit(event: FormEvent): void {
    event.preventDefault()
    if (wanted !== '') void navigate({ to: `/verificar/${wanted}` })
  }
  return (
    <form onSubmit={submit} noValidate>
      <Stack gap="sm">
        <TextInput
          label={t('code')}
          description={t('codeHint')}
          value={code}
          maxLength={40}
          autoComplete="off"
          autoCapitalize="characters"
          spellCheck={false}
          onChange={(event) => setCode(event.currentTarget.value)}
        />
        <Button type="submit" disabled={wanted === ''}>
          {t('check')}
        </Button>
      </Stack>
    </form>
  )
}

function Result({ code }: { code: string }) {
  const { t } = useTranslation('verify')
  const [sha256, setSha256] = useState<string>()
  const { data, error, isPending } = useQuery(documentQuery(code, undefined))
  const compared = useQuery({ ...documentQuery(code, sha256), enabled: sha256 !== undefined })
  const contents = compared.data?.contents
  if (isPending) return <RowsSkeleton rows={4} />
  if (error)
    return (
      <Alert color="red" role="alert" icon={<IconAlertTriangle aria-hidden />}>
        {errorText(error)}
      </Alert>
    )
  return (
    <Stack>
      <Alert color="forest" role="status" icon={<IconCircleCheck aria-hidden />} title={t(`genuine.${data.kind}`)}>
        {t(contents ? 'issuedTextWhole' : 'issuedText')}
      </Alert>
      {data.stateNow !== null && (
        <Alert color="amber" icon={<IconAlertTriangle aria-hidden />} title={t('changedTitle', { state: data.stateNow })}>
          {t('changedText')}
        </Alert>
      )}
      <Facts document={data} contents={contents ?? null} />
      <FileCheck
        onHash={setSha256}
        matches={compared.data?.fileMatches ?? null}
        failure={compared.isError ? errorText(compared.error) : null}
      />
    </Stack>
  )
}

interface FactsProps {
  document: CheckedDocument
  /** Set only for a caller who has the file. */
  contents: CheckedDocument['contents']
}

function Facts({ document: { code, issuedAt, issuedBy, period }, contents }: FactsProps) {
  const { t } = useTranslation('verify')
  const hash = (name: 'fileHash' | 'signature', value: string) => ({ name: t(name), value: <Hash value={value} what={t(`${name}What`)} /> })
  return (
    <Summary
      label={t(contents ? 'says' : 'about')}
      lines={[
        { name: t('code'), value: formatDocumentCode(code) },
        { name: t('issued'), value: <DateTime value={new Date(issuedAt)} /> },
        { name: t('issuedBy'), value: issuedBy },
        ...(period === null || contents ? [] : [{ name: t('period'), value: period }]),
        ...(contents?.facts ?? []).map(({ name, value }) => ({
          name,
          value: value.length > 40 && !value.includes(' ') ? <Hash value={value} what={name} /> : value,
        })),
        ...(contents ? [hash('fileHash', contents.fileHash), hash('signature', contents.signature)] : []),
      ]}
    />
  )
}
