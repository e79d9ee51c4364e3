/** Report of a check: findings by source, highest severity first; and its PDF in the document viewer. */
import { Button, Group } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import type { BackgroundCheck, CheckFinding } from '@tunjo/contract/background-checks'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { reportFile, reportQuery } from '../../../../../api/background-checks.ts'
import { errorText } from '../../../../../api/error-text.ts'
import { ErrorState } from '../../../../../ui/error-state.tsx'
import { Hash } from '../../../../../ui/hash.tsx'
import { saveFile } from '../../../../../ui/server-table/save-file.ts'
import { RowsSkeleton } from '../../../../../ui/skeletons.tsx'
import { orReport } from '../review/download.ts'
import { Viewer } from '../review/viewer.tsx'
import { isClean } from './check-facts.ts'
import classes from './checks.module.css'
import { useReportPictures } from './use-report-pictures.ts'

interface CheckReportProps {
  check: BackgroundCheck
  isBlocked: boolean
}

export function CheckReport({ check, isBlocked }: CheckReportProps) {
  const { t } = useTranslation('background-checks')
  const report = useQuery(reportQuery(check))
  const [isOpen, setOpen] = useState(false)
  if (report.isError && !report.data) return <ErrorState message={errorText(report.error)} onRetry={() => void report.refetch()} />
  if (!report.data) return <RowsSkeleton rows={3} />
  const { findings, fileUrl, sha256 } = report.data
  const save = async () => saveFile(await reportFile(check), fileName(check))
  return (
    <section aria-label={t('report.title')} className={classes.report}>
      <Findings findings={findings} result={check.result} />
      <Group gap="xs">
        {fileUrl === null && <span className={classes.small}>{t('report.noFile')}</span>}
        {fileUrl !== null && (
          <>
            <Button variant="default" size="sm" aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
              {t(isOpen ? 'report.close' : 'report.open')}
            </Button>
            <Button variant="default" size="sm" onClick={() => void orReport(save())}>
              {t('report.save')}
            </Button>
          </>
        )}
        <span className={classes.small}>
          {t('report.sum')} <Hash value={sha256} what={t('report.sum')} />
        </span>
      </Group>
      {isOpen && <Pages check={check} isBlocked={isBlocked} />}
    </section>
  )
}

function Pages({ check, isBlocked }: CheckReportProps) {
  const [chosen, setChosen] = useState(0)
  return <Viewer pictures={useReportPictures(check, fileName(check))} isBlocked={isBlocked} chosen={chosen} onChoose={setChosen} />
}
const fileName = ({ id }: BackgroundCheck) => `antecedentes-${id.slice(0, 8)}.pdf`

const SEVERITIES = ['alto', 'medio', 'bajo', 'info'] as const

function Findings({ findings, result }: { findings: readonly CheckFinding[]; result: BackgroundCheck['result'] }) {
  const { t } = useTranslation('background-checks')
  // A clean result is already shown above the report.
  if (result && isClean(result)) return null
  if (findings.length === 0) return <p className={classes.text}>{t(result?.isComplete ? 'report.nothing' : 'report.nothingKnown')}</p>
  return SEVERITIES.map((severity) => {
    const found = findings.filter((one) => one.severity === severity)
    if (found.length === 0) return null
    return (
      <section key={severity} className={classes.severity} data-severity={severity}>
        <h3>{t(`report.severity.${severity}`, { count: found.length })}</h3>
        <BySource findings={found} />
      </section>
    )
  })
}

/** Some sources report their severity as a finding; it is already shown above. */
const isSaid = (finding: string): boolean => !SEVERITIES.some((severity) => severity === finding.trim().toLowerCase())

function BySource({ findings }: { findings: readonly CheckFinding[] }) {
  const sources = [...new Set(findings.map(({ source }) => source))]
  return sources.map((source) => (
    <div key={source}>
      <h4>{source}</h4>
      <ul>
        {findings
          .filter((one) => one.source === source)
          .map(({ code, finding, description }, at) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: a report never changes, and may say one thing twice
            <li key={`${code} ${at}`}>
              {isSaid(finding) && <strong>{finding}</strong>}
              {description && <span>{description}</span>}
            </li>
          ))}
      </ul>
    </div>
  ))
}
