-- The overlap of two ways of searching was told as recall, up to 1; it measured only how alike they are.
UPDATE jobs SET report = report - 'recall' WHERE report ? 'recall';
