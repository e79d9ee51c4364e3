-- contracts: trading/0013_execution.sql
-- Nothing has read it since trading.trade_execution has both fees.
DROP VIEW IF EXISTS trading.trade_fee;
