/**
 * Regulatory workbench: reports to authorities (ADM-18, ADM-19, ADM-21). Schema `regulatory`: suspicious transaction reports (ROS) with
 * every version of their content, confirmed matches with binding lists and the notified authorities, monthly files as they were generated,
 * and absences of reports.
 *
 * Invariants: nothing of a report is visible to a customer (tipping-off), and nothing outside of this module names its subject. A report is
 * approved by two officers, neither of them the person concerned. Its content is sealed with the key of that person, which is kept until
 * ten years after the report ended, or after the last authority was notified of a match, which exists once for a person and an entry. A
 * save over a replaced version is refused. A generated monthly file never changes, has one line for each operation that reaches the
 * thresholds or for each client, and is released only when two officers approved it. An approved version of a month is replaced by another
 * approved one, and by no other. Emits no events.
 */
export { createRegulatory } from './create-regulatory.ts'
