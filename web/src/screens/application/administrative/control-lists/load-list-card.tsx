/**
 * Upload of an official list file: list, file, preview of the changes or the faulty line, and reason; a second officer puts it in force.
 */
import { Alert, Button, NativeSelect } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { LIST_BYTES_MAX, LISTS, type ListName } from '@tunjo/contract/screening'
import { type ChangeEvent, useId, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { errorText } from '../../../../api/error-text.ts'
import { sendListFile } from '../../../../api/screening.ts'
import { Card } from '../../../../ui/card.tsx'
import { formatBytes } from '../../../../ui/file-drop/file-check.ts'
import classes from './control-lists.module.css'
import { inReadingOrder, together } from './list-files.ts'
import { Proposal } from './proposal.tsx'

interface Task {
  readonly list: ListName
  readonly content: Blob
}

export function LoadListCard() {
  const { t } = useTranslation('screening')
  const [list, setList] = useState<ListName>('un')
  const [files, setFiles] = useState<readonly File[]>([])
  const sending = useMutation({
    mutationFn: ({ list: name, content }: Task) => sendListFile(name, content),
    onSuccess: () => setFiles([]),
  })
  function take(next: ListName, chosen: readonly File[]): void {
    sending.reset()
    setList(next)
    setFiles(inReadingOrder(chosen))
  }
  const content = files.length > 0 ? together(files) : null
  return (
    <Card title={t('load.title')}>
      <div className={classes.form}>
        <NativeSelect
          label={t('load.list')}
          description={t(`load.formats.${list}`)}
          value={list}
          disabled={sending.isPending}
          data={LISTS.map((value) => ({ value, label: t(`lists.${value}`) }))}
          onChange={({ currentTarget }) => take(LISTS.find((one) => one === currentTarget.value) ?? 'un', [])}
        />
        <ChosenFiles list={list} files={files} isBusy={sending.isPending} onChoose={(chosen) => take(list, chosen)} />
        {content && <Send list={list} content={content} isBusy={sending.isPending} onSend={() => sending.mutate({ list, content })} />}
        {sending.isError && (
          <Alert color="red" role="alert" title={t('load.failed')}>
            {errorText(sending.error)}
          </Alert>
        )}
        {sending.isSuccess && <Proposal key={sending.data.id} file={sending.data} onCancel={() => sending.reset()} />}
      </div>
    </Card>
  )
}

interface ChosenFilesProps {
  list: ListName
  files: readonly File[]
  isBusy: boolean
  onChoose: (files: readonly File[]) => void
}

function ChosenFiles({ list, files, isBusy, onChoose }: ChosenFilesProps) {
  const { t } = useTranslation('screening')
  const input = useRef<HTMLInputElement>(null)
  const isMany = list === 'ofac'
  const label = t(isMany ? 'load.chooseMany' : 'load.choose')
  function choose(event: ChangeEvent<HTMLInputElement>): void {
    onChoose([...(event.currentTarget.files ?? [])])
    // The same file may be chosen again after it was corrected.
    event.currentTarget.value = ''
  }
  return (
    <>
      <input ref={input} type="file" accept=".csv,.xml" multiple={isMany} hidden aria-label={label} onChange={choose} />
      <Button variant="default" disabled={isBusy} onClick={() => input.current?.click()}>
        {label}
      </Button>
      {files.length > 0 && (
        <ol className={classes.files}>
          {files.map((file) => (
            <li key={file.name}>{t('load.chosen', { name: file.name, size: formatBytes(file.size) })}</li>
          ))}
        </ol>
      )}
      {files.length > 1 && <p className={classes.note}>{t('load.together')}</p>}
    </>
  )
}

interface SendProps {
  list: ListName
  content: Blob
  isBusy: boolean
  onSend: () => void
}

/** Checks before the upload what the server would refuse after it. */
function Send({ list, content: { size }, isBusy, onSend }: SendProps) {
  const { t } = useTranslation('screening')
  const problemId = useId()
  const problem =
    size === 0
      ? t('load.empty')
      : size > LIST_BYTES_MAX
        ? t('load.tooLarge', { size: formatBytes(size), maximum: formatBytes(LIST_BYTES_MAX) })
        : null
  return (
    <>
      {problem && (
        <Alert id={problemId} color="red" role="alert">
          {problem}
        </Alert>
      )}
      <Button disabled={problem !== null} loading={isBusy} onClick={onSend} aria-describedby={problem ? problemId : undefined}>
        {t('load.send', { list: t(`lists.${list}`) })}
      </Button>
    </>
  )
}
