/**
 * Regulatory workbench: reports to authorities (ADM-18, ADM-19, ADM-21). Schema `regulatory`: suspicious transaction reports (ROS) with every version of what they say,
 * confirmed matches with binding lists and which authority was told, monthly files as they were generated, and absences of reports.
 *
 * Invariants: nothing of a report is visible to a customer (tipping-off), and nothing outside of this module names whom one is about; a
 * report is approved by two officers, neither of them the person concerned; what it says is sealed with the key of that person, which is kept until
 * ten years after the report ended, or the last authority was told of a match, which is there once for a person and an entry; a save over a version that somebody else replaced is refused; a monthly file that
 * was generated never changes, has one line for each operation that reaches the thresholds or for each client, and leaves only when two officers approved it: an approved version of a month is replaced by one that two approved, and by no other. Emits no events.
 */
export { createRegulatory } from './create-regulatory.ts'
