ALTER TYPE "verdict" ADD VALUE 'related' AFTER 'below_cut';
