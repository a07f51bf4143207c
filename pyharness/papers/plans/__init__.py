"""The plans of papers, a file each: every PaperPlan in a module of this folder can be reproduced."""
