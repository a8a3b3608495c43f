-- That two companies are not one is a decision, too.
ALTER TYPE "identity_operation" ADD VALUE 'distinguish';
